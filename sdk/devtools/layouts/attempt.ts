/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1034,
  height: 839,
  boxes: [
    {"id":"attempt begins","kind":"dot","title":"","reactions":[],"x":344,"y":12,"width":10,"height":10},
    {"id":"attempt.deciding","kind":"state","title":"deciding","reactions":[],"x":302,"y":44,"width":93,"height":32},
    {"id":"attempt.requesting","kind":"compound","title":"requesting","reactions":[],"x":442,"y":144,"width":205,"height":204},
    {"id":"attempt.requesting begins","kind":"dot","title":"","reactions":[],"x":586,"y":182,"width":10,"height":10},
    {"id":"attempt.requesting.waiting","kind":"state","title":"waiting","reactions":[],"x":549,"y":212,"width":84,"height":32},
    {"id":"attempt.requesting.overdue","kind":"state","title":"overdue","reactions":[],"x":549,"y":302,"width":84,"height":32},
    {"id":"attempt.pending","kind":"compound","title":"pending","reactions":[],"x":709,"y":422,"width":313,"height":236},
    {"id":"attempt.pending begins","kind":"dot","title":"","reactions":[],"x":838,"y":460,"width":10,"height":10},
    {"id":"attempt.pending.waiting","kind":"state","title":"waiting","reactions":[],"x":801,"y":490,"width":84,"height":32},
    {"id":"attempt.pending.checking","kind":"state","title":"checking","reactions":[],"x":798,"y":612,"width":93,"height":32},
    {"id":"attempt.walletConnect","kind":"state","title":"walletConnect","reactions":["attempt.cancel","attempt.selectWallet"],"x":247,"y":234.5,"width":171,"height":68},
    {"id":"attempt.storingApp","kind":"state","title":"storingApp","reactions":[],"x":204,"y":526.5,"width":110,"height":32},
    {"id":"attempt.ended","kind":"final","title":"ended","reactions":[],"x":474,"y":795,"width":72,"height":32},
  ],
  arrows: [
    {"id":"attempt begins → attempt.deciding","d":"M349 22L349 44","labels":[]},
    {"id":"attempt.requesting begins → attempt.requesting.waiting","d":"M591 192L591 212","labels":[]},
    {"id":"attempt.pending begins → attempt.pending.waiting","d":"M843 470L843 490","labels":[]},
    {"id":"attempt.deciding → attempt.walletConnect","d":"M333 76L333 234.5","labels":[{"lines":["[isWalletConnect]"],"x":196,"y":98,"width":133,"height":18}]},
    {"id":"attempt.deciding → attempt.requesting","d":"M364 76L364 130L545 130L545 144","labels":[]},
    {"id":"attempt.requesting → attempt.ended","d":"M510 348L510 795","labels":[{"lines":["attempt.cancel","requestAccounts done","requestAccounts failed","◷ connect (120 s)"],"x":515,"y":509.5,"width":170,"height":66}]},
    {"id":"attempt.requesting → attempt.pending","d":"M579 348L579 362L788 362L788 408L723 408L723 422","labels":[{"lines":["requestAccounts failed [isPending]"],"x":527,"y":376,"width":257,"height":18}]},
    {"id":"attempt.requesting.waiting → attempt.requesting.overdue","d":"M591 244L591 302","labels":[{"lines":["◷ reminder (15 s)"],"x":456,"y":264,"width":133,"height":18}]},
    {"id":"attempt.pending → attempt.ended","d":"M855 658L855 781L534 781L534 795","labels":[{"lines":["attempt.cancel","◷ connect (120 s)"],"x":860,"y":707,"width":133,"height":34}]},
    {"id":"attempt.pending.waiting → attempt.pending.checking","d":"M829 522L829 612","labels":[{"lines":["◷ again (1 s)"],"x":723,"y":558,"width":104,"height":18}]},
    {"id":"attempt.pending.checking → attempt.ended","d":"M844.5 644L845 663L845 677L781 677L781 771L522 771L522 795","labels":[{"lines":["readAccounts done [hasConnection]"],"x":527,"y":715,"width":250,"height":18}]},
    {"id":"attempt.pending.checking → attempt.pending.waiting","d":"M860 612L860 602L857 602L857 522","labels":[{"lines":["readAccounts done","readAccounts failed","◷ restore (5 s)"],"x":860,"y":542,"width":148,"height":50}]},
    {"id":"attempt.walletConnect → attempt.storingApp","d":"M304 302.5L304 362L259 362L259 526.5","labels":[{"lines":["walletConnect done [isConnected]"],"x":12,"y":376,"width":243,"height":18}]},
    {"id":"attempt.walletConnect → attempt.ended","d":"M361 302.5L361 362L497 362L497 771L498 771L498 795","labels":[{"lines":["walletConnect done","walletConnect failed"],"x":338,"y":525.5,"width":155,"height":34}]},
    {"id":"attempt.storingApp → attempt.ended","d":"M259 558.5L259 771L486 771L486 795","labels":[{"lines":["attempt.cancel","storeApp done","storeApp failed","◷ writing (2 s)"],"x":137,"y":691,"width":118,"height":66}]},
  ],
}
