import { LatchkeyCard } from '../LatchkeyCard.tsx'

/** The card in the page: it is always there, so nothing closes it. */
export const EmbeddedCard = () => <LatchkeyCard closable={false} />
