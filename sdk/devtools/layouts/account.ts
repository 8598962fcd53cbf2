/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 709,
  height: 362,
  boxes: [
    {"id":"account begins","kind":"dot","title":"","reactions":[],"x":502,"y":12,"width":10,"height":10},
    {"id":"account.identifying","kind":"state","title":"identifying","reactions":[],"x":448,"y":44,"width":118,"height":32},
    {"id":"account.naming","kind":"state","title":"naming","reactions":[],"x":499,"y":186,"width":76,"height":32},
    {"id":"account.settled","kind":"state","title":"settled","reactions":[],"x":208,"y":318,"width":84,"height":32},
  ],
  arrows: [
    {"id":"account begins → account.identifying","d":"M507 22L507 44","labels":[]},
    {"id":"account.identifying → account.settled","d":"M478 76L478 90L229 90L229 318","labels":[{"lines":["fetchIdentity done [hasName]"],"x":12,"y":193,"width":213,"height":18}]},
    {"id":"account.identifying → account.naming","d":"M537 76L537 186","labels":[{"lines":["fetchIdentity done","fetchIdentity failed","◷ identity (15 s)"],"x":542,"y":114,"width":155,"height":50}]},
    {"id":"account.naming → account.settled","d":"M537 218L537 304L271 304L271 318","labels":[{"lines":["fetchName done","fetchName failed","◷ identity (15 s)"],"x":542,"y":240,"width":133,"height":50}]},
    {"id":"account.settled → account.identifying","d":"M250 318L250 304L242 304L242 100L507 100L507 76","labels":[{"lines":["modal.opened [hasProfileError]"],"x":247,"y":193,"width":228,"height":18}]},
  ],
}
