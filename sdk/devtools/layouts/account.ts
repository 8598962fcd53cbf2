/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 629,
  height: 362,
  boxes: [
    {"id":"account begins","kind":"dot","title":"","reactions":[],"x":422,"y":12,"width":10,"height":10},
    {"id":"account.identifying","kind":"state","title":"identifying","reactions":[],"x":368,"y":44,"width":118,"height":32},
    {"id":"account.naming","kind":"state","title":"naming","reactions":[],"x":419,"y":186,"width":76,"height":32},
    {"id":"account.settled","kind":"state","title":"settled","reactions":[],"x":194,"y":318,"width":84,"height":32},
  ],
  arrows: [
    {"id":"account begins → account.identifying","d":"M427 22L427 44","labels":[]},
    {"id":"account.identifying → account.settled","d":"M398 76L398 90L215 90L215 318","labels":[{"lines":["fetchIdentity done [named]"],"x":12,"y":193,"width":199,"height":18}]},
    {"id":"account.identifying → account.naming","d":"M457 76L457 186","labels":[{"lines":["fetchIdentity done","fetchIdentity failed","◷ identity (15 s)"],"x":462,"y":114,"width":155,"height":50}]},
    {"id":"account.naming → account.settled","d":"M457 218L457 304L257 304L257 318","labels":[{"lines":["fetchName done","fetchName failed","◷ identity (15 s)"],"x":462,"y":240,"width":133,"height":50}]},
    {"id":"account.settled → account.identifying","d":"M236 318L236 304L228 304L228 100L427 100L427 76","labels":[{"lines":["modal.opened [failed]"],"x":233,"y":193,"width":162,"height":18}]},
  ],
}
