/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 536,
  height: 512,
  boxes: [
    {"id":"wallets begins","kind":"dot","title":"","reactions":[],"x":315,"y":12,"width":10,"height":10},
    {"id":"wallets.deciding","kind":"state","title":"deciding","reactions":[],"x":273,"y":44,"width":93,"height":32},
    {"id":"wallets.local","kind":"state","title":"local","reactions":[],"x":329,"y":104,"width":72,"height":32},
    {"id":"wallets.idle","kind":"state","title":"idle","reactions":["modal.opened","modal.shown"],"x":248,"y":158,"width":112,"height":68},
    {"id":"wallets.loading","kind":"state","title":"loading","reactions":[],"x":257,"y":326,"width":84,"height":32},
    {"id":"wallets.ready","kind":"state","title":"ready","reactions":[],"x":106,"y":448,"width":72,"height":32},
    {"id":"wallets.failed","kind":"state","title":"failed","reactions":["modal.opened"],"x":245,"y":448,"width":112,"height":52},
  ],
  arrows: [
    {"id":"wallets begins → wallets.deciding","d":"M320 22L320 44","labels":[]},
    {"id":"wallets.deciding → wallets.idle","d":"M304 76L304 158","labels":[{"lines":["[isConfigured]"],"x":189,"y":111,"width":111,"height":18}]},
    {"id":"wallets.deciding → wallets.local","d":"M335 76L335 90L365 90L365 104","labels":[]},
    {"id":"wallets.idle → wallets.loading","d":"M285 226L285 326","labels":[{"lines":["activeAccount.changed [isShownToUser]","wallets.load","wallets.viewEntered"],"x":60,"y":254,"width":221,"height":50}]},
    {"id":"wallets.loading → wallets.idle","d":"M313 326L313 240L323 240L323 226","labels":[{"lines":["activeAccount.changed [isConnected]"],"x":318,"y":270,"width":206,"height":18}]},
    {"id":"wallets.loading → wallets.ready","d":"M278 358L278 372L142 372L142 448","labels":[{"lines":["fetchOffers done"],"x":12,"y":394,"width":126,"height":18}]},
    {"id":"wallets.loading → wallets.failed","d":"M299 358L299 434L282 434L282 448","labels":[{"lines":["fetchOffers failed","◷ api (15 s)"],"x":155,"y":386,"width":140,"height":34}]},
    {"id":"wallets.failed → wallets.loading","d":"M320 448L320 358","labels":[{"lines":["wallets.load","wallets.viewEntered"],"x":325,"y":386,"width":148,"height":34}]},
  ],
}
