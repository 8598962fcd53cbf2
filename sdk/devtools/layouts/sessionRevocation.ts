/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 682,
  height: 530,
  boxes: [
    {"id":"sessionRevocation begins","kind":"dot","title":"","reactions":[],"x":491,"y":12,"width":10,"height":10},
    {"id":"sessionRevocation.looking","kind":"state","title":"looking","reactions":[],"x":454,"y":44,"width":84,"height":32},
    {"id":"sessionRevocation.deciding","kind":"state","title":"deciding","reactions":[],"x":401,"y":144,"width":93,"height":32},
    {"id":"sessionRevocation.asking","kind":"state","title":"asking","reactions":[],"x":394,"y":245.5,"width":76,"height":32},
    {"id":"sessionRevocation.telling","kind":"state","title":"telling","reactions":[],"x":180,"y":358,"width":84,"height":32},
    {"id":"sessionRevocation.revoked","kind":"final","title":"revoked","reactions":[],"x":166,"y":486,"width":84,"height":32},
    {"id":"sessionRevocation.ended","kind":"final","title":"ended","reactions":[],"x":450,"y":486,"width":72,"height":32},
  ],
  arrows: [
    {"id":"sessionRevocation begins → sessionRevocation.looking","d":"M496 22L496 44","labels":[]},
    {"id":"sessionRevocation.looking → sessionRevocation.deciding","d":"M482 76L482 90L448 90L448 144","labels":[{"lines":["fetchSessions done"],"x":304,"y":104,"width":140,"height":18}]},
    {"id":"sessionRevocation.looking → sessionRevocation.ended","d":"M510 76L510 472L508 472L508 486","labels":[{"lines":["fetchSessions failed","◷ api (15 s)"],"x":515,"y":244,"width":155,"height":34}]},
    {"id":"sessionRevocation.deciding → sessionRevocation.asking","d":"M432 176L432 245.5","labels":[{"lines":["[known]"],"x":368,"y":204,"width":60,"height":18}]},
    {"id":"sessionRevocation.deciding → sessionRevocation.ended","d":"M463 176L463 190L493 190L493 486","labels":[]},
    {"id":"sessionRevocation.asking → sessionRevocation.ended","d":"M445 277.5L445 292L476 292L476 472L479 472L479 486","labels":[{"lines":["sessionRevocation.cancel","requests.settled","◷ lost (620 s)"],"x":288,"y":346,"width":184,"height":50}]},
    {"id":"sessionRevocation.asking → sessionRevocation.telling","d":"M419 277.5L419 292L222 292L222 358","labels":[{"lines":["requests.settled [answered]"],"x":12,"y":306,"width":206,"height":18}]},
    {"id":"sessionRevocation.telling → sessionRevocation.revoked","d":"M208 390L208 486","labels":[{"lines":["revoke done"],"x":115,"y":432,"width":89,"height":18}]},
    {"id":"sessionRevocation.telling → sessionRevocation.ended","d":"M236 390L236 410L459 410L459 472L464 472L464 486","labels":[{"lines":["revoke failed","◷ api (15 s)"],"x":351,"y":424,"width":104,"height":34}]},
  ],
}
