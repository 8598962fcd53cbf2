/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1070,
  height: 839,
  boxes: [
    {"id":"connectionAttempt begins","kind":"dot","title":"","reactions":[],"x":311,"y":12,"width":10,"height":10},
    {"id":"connectionAttempt.deciding","kind":"state","title":"deciding","reactions":[],"x":269,"y":44,"width":93,"height":32},
    {"id":"connectionAttempt.requesting","kind":"compound","title":"requesting","reactions":[],"x":446,"y":144,"width":205,"height":204},
    {"id":"connectionAttempt.requesting begins","kind":"dot","title":"","reactions":[],"x":590,"y":182,"width":10,"height":10},
    {"id":"connectionAttempt.requesting.waiting","kind":"state","title":"waiting","reactions":[],"x":553,"y":212,"width":84,"height":32},
    {"id":"connectionAttempt.requesting.overdue","kind":"state","title":"overdue","reactions":[],"x":553,"y":302,"width":84,"height":32},
    {"id":"connectionAttempt.pending","kind":"compound","title":"pending","reactions":[],"x":723,"y":422,"width":313,"height":236},
    {"id":"connectionAttempt.pending begins","kind":"dot","title":"","reactions":[],"x":852,"y":460,"width":10,"height":10},
    {"id":"connectionAttempt.pending.waiting","kind":"state","title":"waiting","reactions":[],"x":815,"y":490,"width":84,"height":32},
    {"id":"connectionAttempt.pending.checking","kind":"state","title":"checking","reactions":[],"x":812,"y":612,"width":93,"height":32},
    {"id":"connectionAttempt.walletConnect","kind":"state","title":"walletConnect","reactions":["connectionAttempt.cancel","connectionAttempt.selectWallet"],"x":178,"y":234.5,"width":244,"height":68},
    {"id":"connectionAttempt.storingApp","kind":"state","title":"storingApp","reactions":[],"x":204,"y":526.5,"width":110,"height":32},
    {"id":"connectionAttempt.ended","kind":"final","title":"ended","reactions":[],"x":473,"y":795,"width":72,"height":32},
  ],
  arrows: [
    {"id":"connectionAttempt begins → connectionAttempt.deciding","d":"M316 22L316 44","labels":[]},
    {"id":"connectionAttempt.requesting begins → connectionAttempt.requesting.waiting","d":"M595 192L595 212","labels":[]},
    {"id":"connectionAttempt.pending begins → connectionAttempt.pending.waiting","d":"M857 470L857 490","labels":[]},
    {"id":"connectionAttempt.deciding → connectionAttempt.walletConnect","d":"M300 76L300 234.5","labels":[{"lines":["[isWalletConnect]"],"x":163,"y":98,"width":133,"height":18}]},
    {"id":"connectionAttempt.deciding → connectionAttempt.requesting","d":"M331 76L331 130L549 130L549 144","labels":[]},
    {"id":"connectionAttempt.requesting → connectionAttempt.ended","d":"M514 348L514 362L510 362L510 771L509 771L509 795","labels":[{"lines":["connectionAttempt.cancel","requestAccounts done","requestAccounts failed","◷ connect (120 s)"],"x":515,"y":509.5,"width":184,"height":66}]},
    {"id":"connectionAttempt.requesting → connectionAttempt.pending","d":"M583 348L583 362L788 362L788 408L737 408L737 422","labels":[{"lines":["requestAccounts failed [isPending]"],"x":527,"y":376,"width":257,"height":18}]},
    {"id":"connectionAttempt.requesting.waiting → connectionAttempt.requesting.overdue","d":"M595 244L595 302","labels":[{"lines":["◷ reminder (15 s)"],"x":460,"y":264,"width":133,"height":18}]},
    {"id":"connectionAttempt.pending → connectionAttempt.ended","d":"M869 658L869 781L533 781L533 795","labels":[{"lines":["connectionAttempt.cancel","◷ connect (120 s)"],"x":874,"y":707,"width":184,"height":34}]},
    {"id":"connectionAttempt.pending.waiting → connectionAttempt.pending.checking","d":"M843 522L843 612","labels":[{"lines":["◷ again (1 s)"],"x":737,"y":558,"width":104,"height":18}]},
    {"id":"connectionAttempt.pending.checking → connectionAttempt.ended","d":"M858.5 644L859 663L859 677L781 677L781 771L521 771L521 795","labels":[{"lines":["readAccounts done [hasConnection]"],"x":527,"y":715,"width":250,"height":18}]},
    {"id":"connectionAttempt.pending.checking → connectionAttempt.pending.waiting","d":"M874 612L874 602L871 602L871 522","labels":[{"lines":["readAccounts done","readAccounts failed","◷ restore (5 s)"],"x":874,"y":542,"width":148,"height":50}]},
    {"id":"connectionAttempt.walletConnect → connectionAttempt.storingApp","d":"M259 302.5L259 526.5","labels":[{"lines":["walletConnect done [isConnected]"],"x":12,"y":376,"width":243,"height":18}]},
    {"id":"connectionAttempt.walletConnect → connectionAttempt.ended","d":"M341 302.5L341 362L497 362L497 795","labels":[{"lines":["walletConnect done","walletConnect failed"],"x":338,"y":525.5,"width":155,"height":34}]},
    {"id":"connectionAttempt.storingApp → connectionAttempt.ended","d":"M259 558.5L259 771L485 771L485 795","labels":[{"lines":["connectionAttempt.cancel","storeApp done","storeApp failed","◷ writing (2 s)"],"x":71,"y":691,"width":184,"height":66}]},
  ],
}
