/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1226,
  height: 699,
  boxes: [
    {"id":"snackbar begins","kind":"dot","title":"","reactions":[],"x":667,"y":12,"width":10,"height":10},
    {"id":"snackbar.hidden","kind":"state","title":"hidden","reactions":[],"x":634,"y":44,"width":76,"height":32},
    {"id":"snackbar.showing","kind":"compound","title":"showing","reactions":[],"x":282,"y":196,"width":226,"height":204},
    {"id":"snackbar.showing begins","kind":"dot","title":"","reactions":[],"x":421,"y":234,"width":10,"height":10},
    {"id":"snackbar.showing.temporary","kind":"state","title":"temporary","reactions":[],"x":375.5,"y":264,"width":101,"height":32},
    {"id":"snackbar.showing.persistent","kind":"state","title":"persistent","reactions":[],"x":354,"y":354,"width":110,"height":32},
    {"id":"snackbar.shownByView","kind":"state","title":"shownByView","reactions":[],"x":596,"y":525,"width":118,"height":32},
    {"id":"snackbar.swapping","kind":"state","title":"swapping","reactions":["snackbar.show"],"x":583,"y":635,"width":120,"height":52},
  ],
  arrows: [
    {"id":"snackbar begins → snackbar.hidden","d":"M672 22L672 44","labels":[]},
    {"id":"snackbar.showing begins → snackbar.showing.temporary","d":"M426 244L426 264","labels":[]},
    {"id":"snackbar.hidden → snackbar.showing","d":"M659 76L659 100L544 100L544 162L296 162L296 196","labels":[{"lines":["snackbar.show"],"x":436,"y":122,"width":104,"height":18}]},
    {"id":"snackbar.showing → snackbar.swapping","d":"M484 400L484 429L234 429L234 621L607 621L607 635","labels":[{"lines":["snackbar.show"],"x":126,"y":532,"width":104,"height":18}]},
    {"id":"snackbar.showing → snackbar.hidden","d":"M454 400L454 419L266 419L266 90L647 90L647 76","labels":[{"lines":["snackbar.hide","activeAccount.changed [isLoading]"],"x":12,"y":114,"width":250,"height":34}]},
    {"id":"snackbar.showing → snackbar.shownByView","d":"M494 400L494 449L373 449L373 511L626 511L626 525","labels":[{"lines":["[isShownByView]"],"x":251,"y":471,"width":118,"height":18}]},
    {"id":"snackbar.showing.temporary → snackbar.hidden","d":"M442.5 296L442.5 306L474 306L474 439L672 439L672 76","labels":[{"lines":["◷ stay (2.5 s)"],"x":557,"y":122,"width":111,"height":18}]},
    {"id":"snackbar.showing.temporary → snackbar.showing.persistent","d":"M409 296L409 354","labels":[{"lines":["[isPersistent]"],"x":296,"y":316,"width":111,"height":18}]},
    {"id":"snackbar.shownByView → snackbar.swapping","d":"M655 557L655 635","labels":[{"lines":["snackbar.show"],"x":547,"y":579,"width":104,"height":18}]},
    {"id":"snackbar.shownByView → snackbar.hidden","d":"M685 525L685 511L942 511L942 100L685 100L685 76","labels":[{"lines":["snackbar.hide","activeAccount.changed [isLoading]","◷ stay (2.5 s) [isTemporary]"],"x":688,"y":275.5,"width":250,"height":50}]},
    {"id":"snackbar.shownByView → snackbar.showing","d":"M655 525L655 172L306 172L306 196","labels":[{"lines":["[isShownAgain]"],"x":540,"y":291.5,"width":111,"height":18}]},
    {"id":"snackbar.swapping → snackbar.hidden","d":"M679 635L679 611L1213 611L1213 90L697 90L697 76","labels":[{"lines":["snackbar.hide","activeAccount.changed [isLoading]"],"x":959,"y":463,"width":250,"height":34}]},
    {"id":"snackbar.swapping → snackbar.showing","d":"M631 635L631 611L530 611L530 449L524 449L524 182L316 182L316 196","labels":[{"lines":["◷ swapGap (150 ms)"],"x":386,"y":471,"width":140,"height":18}]},
  ],
}
