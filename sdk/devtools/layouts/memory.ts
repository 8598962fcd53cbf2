/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 549,
  height: 664,
  boxes: [
    {"id":"memory begins","kind":"dot","title":"","reactions":[],"x":350,"y":12,"width":10,"height":10},
    {"id":"memory.reading","kind":"state","title":"reading","reactions":["storage.changed","account.connected","account.changed","memory.keepAccount","memory.dropConnection","account.networkChanged","account.disconnected [left]","network.changed","memory.keepTheme","memory.keepWallets","memory.keepEmbedded","balance.loaded","transaction.sent","transaction.placed","transaction.settled"],"x":244,"y":44,"width":222,"height":276},
    {"id":"memory.keeping","kind":"state","title":"keeping","reactions":[],"x":313,"y":388,"width":84,"height":32},
    {"id":"memory.writing","kind":"state","title":"writing","reactions":[],"x":299,"y":504,"width":84,"height":32},
    {"id":"memory.unavailable","kind":"state","title":"unavailable","reactions":[],"x":419,"y":620,"width":118,"height":32},
  ],
  arrows: [
    {"id":"memory begins → memory.reading","d":"M355 22L355 44","labels":[]},
    {"id":"memory.reading → memory.writing","d":"M300 320L300 334L164 334L164 490L327 490L327 504","labels":[{"lines":["read done [changed]"],"x":12,"y":395,"width":148,"height":18}]},
    {"id":"memory.reading → memory.keeping","d":"M355 320L355 388","labels":[{"lines":["read done"],"x":277,"y":348,"width":74,"height":18}]},
    {"id":"memory.reading → memory.unavailable","d":"M411 320L411 334L498 334L498 620","labels":[{"lines":["read failed","◷ reading (20 s)"],"x":368,"y":442,"width":126,"height":34}]},
    {"id":"memory.writing → memory.keeping","d":"M355 504L355 420","labels":[{"lines":["write done [otherwise]","write done"],"x":181,"y":442,"width":170,"height":34}]},
    {"id":"memory.writing → memory.unavailable","d":"M341 536L341 606L458 606L458 620","labels":[{"lines":["write failed","◷ writing (2 s)"],"x":219,"y":558,"width":118,"height":34}]},
  ],
}
