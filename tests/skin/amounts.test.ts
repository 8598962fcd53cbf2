import { describe, expect, test } from 'vitest'
import {
  briefly,
  fullAmount,
  isLong,
  roughAmount,
  separatorsOf,
  shownAmount,
  sizeOf,
  typedAmount,
  writtenAmount,
} from '../../react-skin/components/amountText.ts'

const smallest = (amount: string) => `<${amount}`

describe('an amount', () => {
  test.each([
    ['0.000028473119262', '0.0000284'],
    ['0.001', '0.001'],
    ['0.5', '0.5'],
    ['12.3456', '12.34'],
    ['1234567', '1234567'],
    ['0', '0'],
  ])('that is an estimate is told without what nobody can know: %s as %s', (numeric, told) => {
    expect(roughAmount(numeric)).toBe(told)
  })

  test.each([
    ['en-US', '1234567.891234', '1,234,567.8912'],
    ['de-DE', '1234567.891234', '1.234.567,8912'],
    ['es-ES', '1234.5', '1.234,5'],
    ['ar-u-nu-latn', '1234.5', '1,234.5'],
    ['de-DE', '0.00000001', '<0,0001'],
    ['de-DE', '0', '0'],
  ])('is shown in %s: %s as %s', (locale, numeric, shown) => {
    expect(shownAmount(numeric, separatorsOf(locale), smallest)).toBe(shown)
  })

  test.each([
    ['en-US', '1.5', '1.5'],
    ['de-DE', '1,5', '1.5'],
    ['de-DE', '1.5', '1.5'],
    ['de-DE', '1.234,5', '1234.5'],
    ['de-DE', '1,2,5', '1.2.5'],
    ['fr-FR', `1\u202f234,5`, '1234.5'],
    ['ja-JP', '１２．５', '12.5'],
    ['zh-CN', '０。０９', '0.09'],
    ['ja-JP', '1｡5', '1.5'],
    ['de-DE', '１．２３４，５', '1234.5'],
    ['ar-u-nu-latn', '١٢٫٥', '12.5'],
    ['de-DE', '۱۲٫۵', '12.5'],
    ['ja-JP', '一２', '一2'],
    // The decimal sign of the keyboard or of copied text.
    ['en-US', '1,5', '1.5'],
    ['en-US', '0,25', '0.25'],
    ['en-US', '0,250', '0.250'],
    ['en-US', '1234,567', '1234.567'],
    ['de-CH', '0,25', '0.25'],
    ['de-CH', '1’000.5', '1000.5'],
    ['en-US', '1,000.5', '1000.5'],
    ['en-US', '1.000,5', '1000.5'],
    ['de-DE', '1,000.5', '1000.5'],
    ['de-DE', '1.234.567,8', '1234567.8'],
    ['fr-FR', '1 000,5', '1000.5'],
    ['fr-FR', '12 345', '12345'],
    // A thousand, or one: the language decides, and where it does not, the amount is refused.
    ['en-US', '1,000', '1,000'],
    ['de-DE', '1,000', '1.000'],
    ['en-US', '1,00,000', '1,00,000'],
    ['en-US', '1.2.3', '1.2.3'],
  ])('typed in %s: %s is %s to a machine', (locale, typed, numeric) => {
    expect(typedAmount(typed, separatorsOf(locale))).toBe(numeric)
  })

  test.each([
    ['en-US', '123456789012.9', '123.46B'],
    ['de-DE', '123456789012.9', '123,46\u00a0Mrd.'],
    ['en-US', '123456789012345678901234567890', '1.23E29'],
  ])('too long for a row is told in short in %s: %s as %s', (locale, numeric, shown) => {
    expect(briefly(locale)(numeric)).toBe(shown)
  })

  test('is long by its digits before the decimal sign', () => {
    expect([isLong('999999.123456789', 7), isLong('1000000', 7), isLong('1000000.5', 7)]).toEqual([false, true, true])
  })

  test('is drawn smaller where it would be cut or broken', () => {
    expect(['1.25', '99999999.12', '1.123456789012345678'].map(sizeOf)).toEqual([undefined, 'long', 'longest'])
  })

  test('is written in full where it is checked, in groups, and as it is typed where it is typed', () => {
    const german = separatorsOf('de-DE')
    expect(fullAmount('1234567.891234', german)).toBe('1.234.567,891234')
    expect(writtenAmount('1234.567891234', german)).toBe('1234,567891234')
    expect(typedAmount(writtenAmount('1234.567891234', german), german)).toBe('1234.567891234')
  })
})
