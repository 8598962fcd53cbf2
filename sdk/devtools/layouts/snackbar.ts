/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 899,
  height: 699,
  boxes: [
    {"id":"snackbar begins","kind":"dot","title":"","reactions":[],"x":501,"y":12,"width":10,"height":10},
    {"id":"snackbar.hidden","kind":"state","title":"hidden","reactions":[],"x":468,"y":44,"width":76,"height":32},
    {"id":"snackbar.showing","kind":"compound","title":"showing","reactions":[],"x":202,"y":196,"width":162,"height":204},
    {"id":"snackbar.showing begins","kind":"dot","title":"","reactions":[],"x":287,"y":234,"width":10,"height":10},
    {"id":"snackbar.showing.passing","kind":"state","title":"passing","reactions":[],"x":250,"y":264,"width":84,"height":32},
    {"id":"snackbar.showing.staying","kind":"state","title":"staying","reactions":[],"x":236,"y":354,"width":84,"height":32},
    {"id":"snackbar.withheld","kind":"state","title":"withheld","reactions":[],"x":458,"y":525,"width":93,"height":32},
    {"id":"snackbar.swapping","kind":"state","title":"swapping","reactions":["snackbar.show"],"x":433,"y":635,"width":120,"height":52},
  ],
  arrows: [
    {"id":"snackbar begins → snackbar.hidden","d":"M506 22L506 44","labels":[]},
    {"id":"snackbar.showing begins → snackbar.showing.passing","d":"M292 244L292 264","labels":[]},
    {"id":"snackbar.hidden → snackbar.showing","d":"M493 76L493 100L378 100L378 162L216 162L216 196","labels":[{"lines":["snackbar.show"],"x":270,"y":122,"width":104,"height":18}]},
    {"id":"snackbar.showing → snackbar.swapping","d":"M340 400L340 429L120 429L120 621L457 621L457 635","labels":[{"lines":["snackbar.show"],"x":12,"y":532,"width":104,"height":18}]},
    {"id":"snackbar.showing → snackbar.hidden","d":"M310 400L310 419L186 419L186 90L481 90L481 76","labels":[{"lines":["snackbar.hide","scope.changed [waits]"],"x":20,"y":114,"width":162,"height":34}]},
    {"id":"snackbar.showing → snackbar.withheld","d":"M350 400L350 449L223 449L223 511L481 511L481 525","labels":[{"lines":["[repeated]"],"x":137,"y":471,"width":82,"height":18}]},
    {"id":"snackbar.showing.passing → snackbar.hidden","d":"M306 296L306 306L330 306L330 439L506 439L506 76","labels":[{"lines":["◷ stay (2.5 s)"],"x":391,"y":122,"width":111,"height":18}]},
    {"id":"snackbar.showing.passing → snackbar.showing.staying","d":"M278 296L278 354","labels":[{"lines":["[stays]"],"x":216,"y":316,"width":60,"height":18}]},
    {"id":"snackbar.withheld → snackbar.swapping","d":"M505 557L505 635","labels":[{"lines":["snackbar.show"],"x":397,"y":579,"width":104,"height":18}]},
    {"id":"snackbar.withheld → snackbar.hidden","d":"M528 525L528 511L703 511L703 100L519 100L519 76","labels":[{"lines":["snackbar.hide","scope.changed [waits]","◷ stay (2.5 s) [passes]"],"x":522,"y":275.5,"width":177,"height":50}]},
    {"id":"snackbar.withheld → snackbar.showing","d":"M505 525L505 511L489 511L489 172L226 172L226 196","labels":[{"lines":["[comesBack]"],"x":396,"y":291.5,"width":89,"height":18}]},
    {"id":"snackbar.swapping → snackbar.hidden","d":"M529 635L529 611L886 611L886 90L531 90L531 76","labels":[{"lines":["snackbar.hide","scope.changed [waits]"],"x":720,"y":463,"width":162,"height":34}]},
    {"id":"snackbar.swapping → snackbar.showing","d":"M481 635L481 611L380 611L380 182L236 182L236 196","labels":[{"lines":["◷ swapGap (150 ms)"],"x":236,"y":471,"width":140,"height":18}]},
  ],
}
