export { ConnectingSiwe } from './ConnectingSiwe.tsx'
export { SIWXSignMessage } from './SIWXSignMessage.tsx'
