/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 697,
  height: 530,
  boxes: [
    {"id":"sessionRevocation begins","kind":"dot","title":"","reactions":[],"x":506,"y":12,"width":10,"height":10},
    {"id":"sessionRevocation.looking","kind":"state","title":"looking","reactions":[],"x":469,"y":44,"width":84,"height":32},
    {"id":"sessionRevocation.deciding","kind":"state","title":"deciding","reactions":[],"x":416,"y":144,"width":93,"height":32},
    {"id":"sessionRevocation.asking","kind":"state","title":"asking","reactions":[],"x":409,"y":245.5,"width":76,"height":32},
    {"id":"sessionRevocation.telling","kind":"state","title":"telling","reactions":[],"x":195,"y":358,"width":84,"height":32},
    {"id":"sessionRevocation.revoked","kind":"final","title":"revoked","reactions":[],"x":181,"y":486,"width":84,"height":32},
    {"id":"sessionRevocation.ended","kind":"final","title":"ended","reactions":[],"x":465,"y":486,"width":72,"height":32},
  ],
  arrows: [
    {"id":"sessionRevocation begins → sessionRevocation.looking","d":"M511 22L511 44","labels":[]},
    {"id":"sessionRevocation.looking → sessionRevocation.deciding","d":"M497 76L497 90L463 90L463 144","labels":[{"lines":["fetchSessions done"],"x":319,"y":104,"width":140,"height":18}]},
    {"id":"sessionRevocation.looking → sessionRevocation.ended","d":"M525 76L525 472L523 472L523 486","labels":[{"lines":["fetchSessions failed","◷ api (15 s)"],"x":530,"y":244,"width":155,"height":34}]},
    {"id":"sessionRevocation.deciding → sessionRevocation.asking","d":"M447 176L447 245.5","labels":[{"lines":["[isKnown]"],"x":369,"y":204,"width":74,"height":18}]},
    {"id":"sessionRevocation.deciding → sessionRevocation.ended","d":"M478 176L478 190L508 190L508 486","labels":[]},
    {"id":"sessionRevocation.asking → sessionRevocation.ended","d":"M460 277.5L460 292L491 292L491 472L494 472L494 486","labels":[{"lines":["sessionRevocation.cancel","requests.settled","◷ lost (620 s)"],"x":303,"y":346,"width":184,"height":50}]},
    {"id":"sessionRevocation.asking → sessionRevocation.telling","d":"M434 277.5L434 292L237 292L237 358","labels":[{"lines":["requests.settled [isAnswered]"],"x":12,"y":306,"width":221,"height":18}]},
    {"id":"sessionRevocation.telling → sessionRevocation.revoked","d":"M223 390L223 486","labels":[{"lines":["revoke done"],"x":130,"y":432,"width":89,"height":18}]},
    {"id":"sessionRevocation.telling → sessionRevocation.ended","d":"M251 390L251 410L474 410L474 472L479 472L479 486","labels":[{"lines":["revoke failed","◷ api (15 s)"],"x":366,"y":424,"width":104,"height":34}]},
  ],
}
