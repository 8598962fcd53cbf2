/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 652,
  height: 782,
  boxes: [
    {"id":"pairingAttempt begins","kind":"dot","title":"","reactions":[],"x":283,"y":12,"width":10,"height":10},
    {"id":"pairingAttempt.choosing","kind":"state","title":"choosing","reactions":[],"x":241,"y":44,"width":93,"height":32},
    {"id":"pairingAttempt.waiting","kind":"state","title":"waiting","reactions":[],"x":458,"y":104,"width":84,"height":32},
    {"id":"pairingAttempt.beginning","kind":"state","title":"beginning","reactions":[],"x":254,"y":210,"width":101,"height":32},
    {"id":"pairingAttempt.writing","kind":"state","title":"writing","reactions":[],"x":246,"y":310,"width":84,"height":32},
    {"id":"pairingAttempt.waitingForWallet","kind":"state","title":"waitingForWallet","reactions":["pairingUri.created","session.opened [isBeingSigned]"],"x":207,"y":442,"width":244,"height":68},
    {"id":"pairingAttempt.storingCredentials","kind":"state","title":"storingCredentials","reactions":[],"x":313,"y":587,"width":178,"height":32},
    {"id":"pairingAttempt.settled","kind":"final","title":"settled","reactions":[],"x":352,"y":738,"width":84,"height":32},
  ],
  arrows: [
    {"id":"pairingAttempt begins → pairingAttempt.choosing","d":"M288 22L288 44","labels":[]},
    {"id":"pairingAttempt.choosing → pairingAttempt.settled","d":"M264 76L264 90L156 90L156 724L369 724L369 738","labels":[{"lines":["[isReusingSession]"],"x":12,"y":317,"width":140,"height":18}]},
    {"id":"pairingAttempt.choosing → pairingAttempt.beginning","d":"M288 76L288 210","labels":[{"lines":["[hasActiveSession]"],"x":293,"y":111,"width":140,"height":18}]},
    {"id":"pairingAttempt.choosing → pairingAttempt.waiting","d":"M311 76L311 90L500 90L500 104","labels":[]},
    {"id":"pairingAttempt.waiting → pairingAttempt.settled","d":"M514 136L514 150L639 150L639 714L419 714L419 738","labels":[{"lines":["pairingAttempt.searched [hasSession]","pairingAttempt.unknown"],"x":363,"y":372,"width":272,"height":34}]},
    {"id":"pairingAttempt.waiting → pairingAttempt.beginning","d":"M486 136L486 196L321 196L321 210","labels":[{"lines":["pairingAttempt.searched"],"x":305,"y":164,"width":177,"height":18}]},
    {"id":"pairingAttempt.beginning → pairingAttempt.writing","d":"M288 242L288 310","labels":[{"lines":["[isSignIn]"],"x":202,"y":270,"width":82,"height":18}]},
    {"id":"pairingAttempt.beginning → pairingAttempt.waitingForWallet","d":"M321 242L321 256L346 256L346 428L370 428L370 442","labels":[]},
    {"id":"pairingAttempt.writing → pairingAttempt.waitingForWallet","d":"M288 342L288 442","labels":[{"lines":["write done","write failed","◷ write (15 s)"],"x":173,"y":364,"width":111,"height":50}]},
    {"id":"pairingAttempt.waitingForWallet → pairingAttempt.settled","d":"M288 510L288 524L173 524L173 714L386 714L386 738","labels":[{"lines":["session.opened","proposal.ended","propose failed"],"x":178,"y":578,"width":111,"height":50}]},
    {"id":"pairingAttempt.waitingForWallet → pairingAttempt.storingCredentials","d":"M370 510L370 524L402 524L402 587","labels":[{"lines":["proposal.ended [isSigned]"],"x":207,"y":538,"width":191,"height":18}]},
    {"id":"pairingAttempt.storingCredentials → pairingAttempt.settled","d":"M402 619L402 738","labels":[{"lines":["storeCredentials done","storeCredentials failed","◷ storeCredentials (15 s)"],"x":207,"y":650,"width":191,"height":50}]},
  ],
}
