export { Pay } from './Pay.tsx'
export { PayLoading } from './PayLoading.tsx'
