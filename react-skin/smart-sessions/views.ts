export { SmartSessionList } from './SmartSessionList.tsx'
export { SmartSessionCreated } from './SmartSessionCreated.tsx'
