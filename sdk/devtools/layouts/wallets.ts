/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 605,
  height: 512,
  boxes: [
    {"id":"wallets begins","kind":"dot","title":"","reactions":[],"x":325,"y":12,"width":10,"height":10},
    {"id":"wallets.deciding","kind":"state","title":"deciding","reactions":[],"x":283,"y":44,"width":93,"height":32},
    {"id":"wallets.unconfigured","kind":"state","title":"unconfigured","reactions":[],"x":339,"y":104,"width":127,"height":32},
    {"id":"wallets.idle","kind":"state","title":"idle","reactions":["modal.opened","modal.shown"],"x":258,"y":158,"width":112,"height":68},
    {"id":"wallets.loading","kind":"state","title":"loading","reactions":[],"x":267,"y":326,"width":84,"height":32},
    {"id":"wallets.ready","kind":"state","title":"ready","reactions":[],"x":116,"y":448,"width":72,"height":32},
    {"id":"wallets.failed","kind":"state","title":"failed","reactions":["modal.opened"],"x":255,"y":448,"width":112,"height":52},
  ],
  arrows: [
    {"id":"wallets begins → wallets.deciding","d":"M330 22L330 44","labels":[]},
    {"id":"wallets.deciding → wallets.idle","d":"M314 76L314 158","labels":[{"lines":["[isConfigured]"],"x":199,"y":111,"width":111,"height":18}]},
    {"id":"wallets.deciding → wallets.unconfigured","d":"M345 76L345 90L403 90L403 104","labels":[]},
    {"id":"wallets.idle → wallets.loading","d":"M295 226L295 326","labels":[{"lines":["activeAccount.changed [isShownToUser]","wallets.load","wallets.viewEntered"],"x":12,"y":254,"width":279,"height":50}]},
    {"id":"wallets.loading → wallets.idle","d":"M323 326L323 240L333 240L333 226","labels":[{"lines":["activeAccount.changed [isConnected]"],"x":328,"y":270,"width":265,"height":18}]},
    {"id":"wallets.loading → wallets.ready","d":"M288 358L288 372L152 372L152 448","labels":[{"lines":["fetchOffers done"],"x":22,"y":394,"width":126,"height":18}]},
    {"id":"wallets.loading → wallets.failed","d":"M309 358L309 434L292 434L292 448","labels":[{"lines":["fetchOffers failed","◷ api (15 s)"],"x":165,"y":386,"width":140,"height":34}]},
    {"id":"wallets.failed → wallets.loading","d":"M330 448L330 358","labels":[{"lines":["wallets.load","wallets.viewEntered"],"x":335,"y":386,"width":148,"height":34}]},
  ],
}
