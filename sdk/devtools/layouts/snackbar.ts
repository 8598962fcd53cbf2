/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1058,
  height: 699,
  boxes: [
    {"id":"snackbar begins","kind":"dot","title":"","reactions":[],"x":595,"y":12,"width":10,"height":10},
    {"id":"snackbar.hidden","kind":"state","title":"hidden","reactions":[],"x":562,"y":44,"width":76,"height":32},
    {"id":"snackbar.showing","kind":"compound","title":"showing","reactions":[],"x":223,"y":196,"width":213,"height":204},
    {"id":"snackbar.showing begins","kind":"dot","title":"","reactions":[],"x":359,"y":234,"width":10,"height":10},
    {"id":"snackbar.showing.passing","kind":"state","title":"passing","reactions":[],"x":322,"y":264,"width":84,"height":32},
    {"id":"snackbar.showing.staying","kind":"state","title":"staying","reactions":[],"x":308,"y":354,"width":84,"height":32},
    {"id":"snackbar.withheld","kind":"state","title":"withheld","reactions":[],"x":536,"y":525,"width":93,"height":32},
    {"id":"snackbar.swapping","kind":"state","title":"swapping","reactions":["snackbar.show"],"x":410,"y":635,"width":120,"height":52},
  ],
  arrows: [
    {"id":"snackbar begins → snackbar.hidden","d":"M600 22L600 44","labels":[]},
    {"id":"snackbar.showing begins → snackbar.showing.passing","d":"M364 244L364 264","labels":[]},
    {"id":"snackbar.hidden → snackbar.showing","d":"M587 76L587 100L472 100L472 162L237 162L237 196","labels":[{"lines":["snackbar.show"],"x":364,"y":122,"width":104,"height":18}]},
    {"id":"snackbar.showing → snackbar.swapping","d":"M412 400L412 429L162 429L162 611L434 611L434 635","labels":[{"lines":["snackbar.show"],"x":54,"y":532,"width":104,"height":18}]},
    {"id":"snackbar.showing → snackbar.hidden","d":"M382 400L382 419L207 419L207 90L575 90L575 76","labels":[{"lines":["snackbar.hide","activeAccount.changed [isLoading]"],"x":12,"y":114,"width":191,"height":34}]},
    {"id":"snackbar.showing → snackbar.withheld","d":"M422 400L422 449L301 449L301 511L559 511L559 525","labels":[{"lines":["[isShownByView]"],"x":179,"y":471,"width":118,"height":18}]},
    {"id":"snackbar.showing.passing → snackbar.hidden","d":"M378 296L378 306L402 306L402 439L600 439L600 76","labels":[{"lines":["◷ stay (2.5 s)"],"x":485,"y":122,"width":111,"height":18}]},
    {"id":"snackbar.showing.passing → snackbar.showing.staying","d":"M350 296L350 354","labels":[{"lines":["[isPersistent]"],"x":237,"y":316,"width":111,"height":18}]},
    {"id":"snackbar.withheld → snackbar.swapping","d":"M583 557L583 611L482 611L482 635","labels":[{"lines":["snackbar.show"],"x":475,"y":579,"width":104,"height":18}]},
    {"id":"snackbar.withheld → snackbar.hidden","d":"M606 525L606 511L833 511L833 100L613 100L613 76","labels":[{"lines":["snackbar.hide","activeAccount.changed [isLoading]","◷ stay (2.5 s) [isTemporary]"],"x":616,"y":275.5,"width":213,"height":50}]},
    {"id":"snackbar.withheld → snackbar.showing","d":"M583 525L583 172L247 172L247 196","labels":[{"lines":["[isShownAgain]"],"x":468,"y":291.5,"width":111,"height":18}]},
    {"id":"snackbar.swapping → snackbar.hidden","d":"M506 635L506 621L1045 621L1045 90L625 90L625 76","labels":[{"lines":["snackbar.hide","activeAccount.changed [isLoading]"],"x":850,"y":463,"width":191,"height":34}]},
    {"id":"snackbar.swapping → snackbar.showing","d":"M458 635L458 449L452 449L452 182L257 182L257 196","labels":[{"lines":["◷ swapGap (150 ms)"],"x":314,"y":471,"width":140,"height":18}]},
  ],
}
