import { describe, expect, test } from 'vitest'
import { isOriginAllowed } from '../../machines/project/project.rules.ts'

describe('the allowed origins of a project', () => {
  test('cannot keep the page busy, however many wildcards a pattern has', () => {
    const origin = `https://app.${'shop.'.repeat(40)}example`
    // As a regular expression, sixteen wildcards would exceed the test's timeout.
    for (const stars of [18, 290]) expect(isOriginAllowed(origin, [`https://${'*'.repeat(stars)}!`])).toBe(false)
    expect(isOriginAllowed(origin, [`https://${'*s'.repeat(140)}!`])).toBe(false)
    expect(isOriginAllowed(origin, [`https://${'*'.repeat(200)}.example`])).toBe(true)
  })

  test.each([
    ['https://*.shop.example', 'https://a.shop.example', true],
    ['https://*.shop.example', 'https://a.b.shop.example', true],
    ['https://*.shop.example', 'https://shop.example', false],
    ['https://*.shop.example', 'https://evil.example/a.shop.example', false],
    ['https://a*a.example', 'https://a.example', false],
    ['https://a*a.example', 'https://aa.example', true],
    ['https://*b*c*.example', 'https://abcd.example', true],
    ['https://*b*c*.example', 'https://acbd.example', false],
    ['*://shop.example', 'http://shop.example', true],
    ['*', 'https://shop.example', false],
    ['HTTPS://Shop.Example/', 'https://shop.example', true],
    ['https://shop.example:*', 'https://shop.example:8080', true],
    ['https://sh.p.example', 'https://shop.example', false],
  ])('match %s and %s: %j', (pattern, origin, allowed) => {
    expect(isOriginAllowed(origin, [pattern])).toBe(allowed)
  })
})
