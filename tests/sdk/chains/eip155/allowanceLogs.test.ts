import { encodeAbiParameters, encodeEventTopics, parseAbi, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { grantsOf } from '../../../../sdk/chains/eip155/transferLogs.ts'

const abi = parseAbi([
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
])
const unique = parseAbi(['event Approval(address indexed owner, address indexed spender, uint256 indexed id)'])
const permit2 = parseAbi([
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
  'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
])
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const [ME, OTHER] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const
const NOBODY = '0x0000000000000000000000000000000000000000'
const log = (topics: unknown, data: Hex = '0x') => ({ address: TOKEN, topics: topics as Hex[], data })
const amount = (units: bigint) => encodeAbiParameters([{ type: 'uint256' }], [units])
const approval = (owner: Hex, spender: Hex, units: bigint) =>
  log(encodeEventTopics({ abi, eventName: 'Approval', args: { owner, spender } }), amount(units))
const forAll = (approved: boolean) =>
  log(
    encodeEventTopics({ abi, eventName: 'ApprovalForAll', args: { owner: ME, operator: OTHER } }),
    encodeAbiParameters([{ type: 'bool' }], [approved]),
  )
const ofOne = (spender: Hex) =>
  log(encodeEventTopics({ abi: unique, eventName: 'Approval', args: { owner: ME, spender, id: 7n } }))
const byPermit2 = (eventName: 'Approval' | 'Permit', units: bigint) =>
  log(
    encodeEventTopics({ abi: permit2, eventName, args: { owner: ME, token: TOKEN, spender: OTHER } }),
    encodeAbiParameters(
      [{ type: 'uint160' }, { type: 'uint48' }, ...(eventName === 'Permit' ? [{ type: 'uint48' }] : [])],
      [units, 9, ...(eventName === 'Permit' ? [1] : [])],
    ),
  )

const asset = TOKEN.toLowerCase()
const grant = { asset, token: asset, spender: OTHER.toLowerCase(), units: undefined }

test.each([
  ['an amount of a token (ERC-20)', approval(ME, OTHER, 5n), { ...grant, units: 5n }],
  ['one NFT of a collection (ERC-721)', ofOne(OTHER), { ...grant, id: 7n }],
  ['a whole collection', forAll(true), grant],
  ['a token through Permit2', byPermit2('Approval', 1n), { ...grant, units: 1n }],
  ['a token through a signature for Permit2', byPermit2('Permit', 1n), { ...grant, units: 1n }],
])('grantsOf finds a grant of %s', (_, granting, told) => {
  expect(grantsOf([granting], ME)).toEqual([told])
  expect(grantsOf([granting], OTHER)).toEqual([])
})

test.each([
  ['of an allowance of zero', approval(ME, OTHER, 0n)],
  ['of a collection that is revoked', forAll(false)],
  ['of an NFT that is revoked', ofOne(NOBODY)],
  ['of an allowance of zero in Permit2', byPermit2('Approval', 0n)],
  ['of another account', approval(OTHER, ME, 5n)],
  ['of any other event', log([`0x${'12'.repeat(32)}`])],
  ['that has no topics', log([])],
])('grantsOf finds no grant in a log %s', (_, other) => {
  expect(grantsOf([other], ME)).toEqual([])
})

test.each([
  ['an allowance', approval(ME, OTHER, 5n), approval(ME, OTHER, 0n)],
  ['a collection', forAll(true), forAll(false)],
  ['an NFT of a collection', ofOne(OTHER), ofOne(NOBODY)],
  ['an allowance of Permit2', byPermit2('Permit', 5n), byPermit2('Approval', 0n)],
])('grantsOf finds no grant of %s that ends again', (_, given, ended) => {
  expect(grantsOf([given, ended], ME)).toEqual([])
  expect(grantsOf([ended, given], ME)).toHaveLength(1)
})
