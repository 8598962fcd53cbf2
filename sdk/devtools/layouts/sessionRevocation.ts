/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 705,
  height: 530,
  boxes: [
    {"id":"sessionRevocation begins","kind":"dot","title":"","reactions":[],"x":514,"y":12,"width":10,"height":10},
    {"id":"sessionRevocation.loading","kind":"state","title":"loading","reactions":[],"x":477,"y":44,"width":84,"height":32},
    {"id":"sessionRevocation.deciding","kind":"state","title":"deciding","reactions":[],"x":424,"y":144,"width":93,"height":32},
    {"id":"sessionRevocation.requesting","kind":"state","title":"requesting","reactions":[],"x":390,"y":245.5,"width":110,"height":32},
    {"id":"sessionRevocation.reporting","kind":"state","title":"reporting","reactions":[],"x":186,"y":358,"width":101,"height":32},
    {"id":"sessionRevocation.revoked","kind":"final","title":"revoked","reactions":[],"x":178,"y":486,"width":84,"height":32},
    {"id":"sessionRevocation.ended","kind":"final","title":"ended","reactions":[],"x":473,"y":486,"width":72,"height":32},
  ],
  arrows: [
    {"id":"sessionRevocation begins → sessionRevocation.loading","d":"M519 22L519 44","labels":[]},
    {"id":"sessionRevocation.loading → sessionRevocation.deciding","d":"M505 76L505 90L471 90L471 144","labels":[{"lines":["fetchSessions done"],"x":327,"y":104,"width":140,"height":18}]},
    {"id":"sessionRevocation.loading → sessionRevocation.ended","d":"M533 76L533 472L531 472L531 486","labels":[{"lines":["fetchSessions failed","◷ api (15 s)"],"x":538,"y":244,"width":155,"height":34}]},
    {"id":"sessionRevocation.deciding → sessionRevocation.requesting","d":"M455 176L455 190L445 190L445 245.5","labels":[{"lines":["[isKnown]"],"x":367,"y":204,"width":74,"height":18}]},
    {"id":"sessionRevocation.deciding → sessionRevocation.ended","d":"M486 176L486 190L516 190L516 486","labels":[]},
    {"id":"sessionRevocation.requesting → sessionRevocation.ended","d":"M463 277.5L463 292L499 292L499 472L502 472L502 486","labels":[{"lines":["sessionRevocation.cancel","requests.settled","◷ lost (620 s)"],"x":311,"y":346,"width":184,"height":50}]},
    {"id":"sessionRevocation.requesting → sessionRevocation.reporting","d":"M427 277.5L427 292L237 292L237 358","labels":[{"lines":["requests.settled [isAnswered]"],"x":12,"y":306,"width":221,"height":18}]},
    {"id":"sessionRevocation.reporting → sessionRevocation.revoked","d":"M220 390L220 486","labels":[{"lines":["revoke done"],"x":127,"y":432,"width":89,"height":18}]},
    {"id":"sessionRevocation.reporting → sessionRevocation.ended","d":"M253 390L253 410L482 410L482 472L487 472L487 486","labels":[{"lines":["revoke failed","◷ api (15 s)"],"x":374,"y":424,"width":104,"height":34}]},
  ],
}
