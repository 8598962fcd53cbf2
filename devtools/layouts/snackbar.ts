/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 841,
  height: 673,
  boxes: [
    {"id":"snackbar begins","kind":"dot","title":"","reactions":[],"x":501,"y":12,"width":10,"height":10},
    {"id":"snackbar.hidden","kind":"state","title":"hidden","reactions":[],"x":468,"y":44,"width":76,"height":32},
    {"id":"snackbar.showing","kind":"compound","title":"showing","reactions":[],"x":202,"y":180,"width":162,"height":204},
    {"id":"snackbar.showing begins","kind":"dot","title":"","reactions":[],"x":287,"y":218,"width":10,"height":10},
    {"id":"snackbar.showing.passing","kind":"state","title":"passing","reactions":[],"x":250,"y":248,"width":84,"height":32},
    {"id":"snackbar.showing.staying","kind":"state","title":"staying","reactions":[],"x":236,"y":338,"width":84,"height":32},
    {"id":"snackbar.withheld","kind":"state","title":"withheld","reactions":[],"x":442,"y":493,"width":93,"height":32},
    {"id":"snackbar.swapping","kind":"state","title":"swapping","reactions":["snackbar.show"],"x":433,"y":609,"width":120,"height":52},
  ],
  arrows: [
    {"id":"snackbar begins → snackbar.hidden","d":"M506 22L506 44","labels":[]},
    {"id":"snackbar.showing begins → snackbar.showing.passing","d":"M292 228L292 248","labels":[]},
    {"id":"snackbar.hidden → snackbar.showing","d":"M493 76L493 100L378 100L378 146L216 146L216 180","labels":[{"lines":["snackbar.show"],"x":270,"y":114,"width":104,"height":18}]},
    {"id":"snackbar.showing → snackbar.swapping","d":"M340 384L340 413L120 413L120 595L457 595L457 609","labels":[{"lines":["snackbar.show"],"x":12,"y":500,"width":104,"height":18}]},
    {"id":"snackbar.showing → snackbar.hidden","d":"M310 384L310 403L186 403L186 90L481 90L481 76","labels":[{"lines":["snackbar.hide"],"x":78,"y":114,"width":104,"height":18}]},
    {"id":"snackbar.showing → snackbar.withheld","d":"M350 384L350 433L223 433L223 479L465 479L465 493","labels":[{"lines":["[repeated]"],"x":137,"y":447,"width":82,"height":18}]},
    {"id":"snackbar.showing.passing → snackbar.hidden","d":"M306 280L306 290L330 290L330 423L506 423L506 76","labels":[{"lines":["◷ stay (2.5 s)"],"x":391,"y":114,"width":111,"height":18}]},
    {"id":"snackbar.showing.passing → snackbar.showing.staying","d":"M278 280L278 338","labels":[{"lines":["[stays]"],"x":216,"y":300,"width":60,"height":18}]},
    {"id":"snackbar.withheld → snackbar.swapping","d":"M489 525L489 539L505 539L505 609","labels":[{"lines":["snackbar.show"],"x":397,"y":553,"width":104,"height":18}]},
    {"id":"snackbar.withheld → snackbar.hidden","d":"M512 493L512 479L703 479L703 100L519 100L519 76","labels":[{"lines":["snackbar.hide","◷ stay (2.5 s) [passes]"],"x":522,"y":267.5,"width":177,"height":34}]},
    {"id":"snackbar.withheld → snackbar.showing","d":"M489 493L489 156L226 156L226 180","labels":[{"lines":["[comesBack]"],"x":396,"y":275.5,"width":89,"height":18}]},
    {"id":"snackbar.swapping → snackbar.hidden","d":"M529 609L529 585L828 585L828 90L531 90L531 76","labels":[{"lines":["snackbar.hide"],"x":720,"y":447,"width":104,"height":18}]},
    {"id":"snackbar.swapping → snackbar.showing","d":"M481 609L481 585L380 585L380 166L236 166L236 180","labels":[{"lines":["◷ swapGap (150 ms)"],"x":236,"y":447,"width":140,"height":18}]},
  ],
}
