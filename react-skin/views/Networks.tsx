import { NetworkList } from '../parts/NetworkList.tsx'

/** The networks that the site offers. */
export const Networks = () => (
  <div data-part="view">
    <NetworkList />
  </div>
)
