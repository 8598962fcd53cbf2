/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1213,
  height: 699,
  boxes: [
    {"id":"snackbar begins","kind":"dot","title":"","reactions":[],"x":654,"y":12,"width":10,"height":10},
    {"id":"snackbar.hidden","kind":"state","title":"hidden","reactions":[],"x":621,"y":44,"width":76,"height":32},
    {"id":"snackbar.showing","kind":"compound","title":"showing","reactions":[],"x":282,"y":196,"width":213,"height":204},
    {"id":"snackbar.showing begins","kind":"dot","title":"","reactions":[],"x":418,"y":234,"width":10,"height":10},
    {"id":"snackbar.showing.passing","kind":"state","title":"passing","reactions":[],"x":381,"y":264,"width":84,"height":32},
    {"id":"snackbar.showing.staying","kind":"state","title":"staying","reactions":[],"x":367,"y":354,"width":84,"height":32},
    {"id":"snackbar.withheld","kind":"state","title":"withheld","reactions":[],"x":595,"y":525,"width":93,"height":32},
    {"id":"snackbar.swapping","kind":"state","title":"swapping","reactions":["snackbar.show"],"x":469,"y":635,"width":120,"height":52},
  ],
  arrows: [
    {"id":"snackbar begins → snackbar.hidden","d":"M659 22L659 44","labels":[]},
    {"id":"snackbar.showing begins → snackbar.showing.passing","d":"M423 244L423 264","labels":[]},
    {"id":"snackbar.hidden → snackbar.showing","d":"M646 76L646 100L531 100L531 162L296 162L296 196","labels":[{"lines":["snackbar.show"],"x":423,"y":122,"width":104,"height":18}]},
    {"id":"snackbar.showing → snackbar.swapping","d":"M471 400L471 429L221 429L221 611L493 611L493 635","labels":[{"lines":["snackbar.show"],"x":113,"y":532,"width":104,"height":18}]},
    {"id":"snackbar.showing → snackbar.hidden","d":"M441 400L441 419L266 419L266 90L634 90L634 76","labels":[{"lines":["snackbar.hide","activeAccount.changed [isLoading]"],"x":12,"y":114,"width":250,"height":34}]},
    {"id":"snackbar.showing → snackbar.withheld","d":"M481 400L481 449L360 449L360 511L618 511L618 525","labels":[{"lines":["[isShownByView]"],"x":238,"y":471,"width":118,"height":18}]},
    {"id":"snackbar.showing.passing → snackbar.hidden","d":"M437 296L437 306L461 306L461 439L659 439L659 76","labels":[{"lines":["◷ stay (2.5 s)"],"x":544,"y":122,"width":111,"height":18}]},
    {"id":"snackbar.showing.passing → snackbar.showing.staying","d":"M409 296L409 354","labels":[{"lines":["[isPersistent]"],"x":296,"y":316,"width":111,"height":18}]},
    {"id":"snackbar.withheld → snackbar.swapping","d":"M642 557L642 611L541 611L541 635","labels":[{"lines":["snackbar.show"],"x":534,"y":579,"width":104,"height":18}]},
    {"id":"snackbar.withheld → snackbar.hidden","d":"M665 525L665 511L929 511L929 100L672 100L672 76","labels":[{"lines":["snackbar.hide","activeAccount.changed [isLoading]","◷ stay (2.5 s) [isTemporary]"],"x":675,"y":275.5,"width":250,"height":50}]},
    {"id":"snackbar.withheld → snackbar.showing","d":"M642 525L642 172L306 172L306 196","labels":[{"lines":["[isShownAgain]"],"x":527,"y":291.5,"width":111,"height":18}]},
    {"id":"snackbar.swapping → snackbar.hidden","d":"M565 635L565 621L1200 621L1200 90L684 90L684 76","labels":[{"lines":["snackbar.hide","activeAccount.changed [isLoading]"],"x":946,"y":463,"width":250,"height":34}]},
    {"id":"snackbar.swapping → snackbar.showing","d":"M517 635L517 449L511 449L511 182L316 182L316 196","labels":[{"lines":["◷ swapGap (150 ms)"],"x":373,"y":471,"width":140,"height":18}]},
  ],
}
