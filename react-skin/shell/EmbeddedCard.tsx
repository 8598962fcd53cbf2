import { LatchkeyCard } from './LatchkeyCard.tsx'

/** The card in the page. It is always there, so it has no close button. */
export const EmbeddedCard = () => <LatchkeyCard closable={false} />
