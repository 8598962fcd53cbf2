/** `latchkey/testing`: fakes for everything that an instance talks to. */
export { fakeApi } from './fakes/fakeApi.ts'
export type { FakeAnswers, FakeApi } from './fakes/fakeApi.ts'
export { fakeAccounts, fakeWallet, never } from './fakes/fakeWallet.ts'
export type { FakeWallet } from './fakes/fakeWallet.ts'
export { fakeNode } from './fakes/fakeNode.ts'
export type { FakeNode } from './fakes/fakeNode.ts'
export { memoryStorage } from './fakes/memoryStorage.ts'
