/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 549,
  height: 600,
  boxes: [
    {"id":"memory begins","kind":"dot","title":"","reactions":[],"x":350,"y":12,"width":10,"height":10},
    {"id":"memory.reading","kind":"state","title":"reading","reactions":["storage.changed","account.connected","account.changed","memory.keepAccount","account.networkChanged","account.disconnected [left]","network.changed","memory.keepTheme","memory.keepWallets","memory.keepEmbedded","balance.loaded"],"x":244,"y":44,"width":222,"height":212},
    {"id":"memory.keeping","kind":"state","title":"keeping","reactions":[],"x":313,"y":324,"width":84,"height":32},
    {"id":"memory.writing","kind":"state","title":"writing","reactions":[],"x":299,"y":440,"width":84,"height":32},
    {"id":"memory.unavailable","kind":"state","title":"unavailable","reactions":[],"x":419,"y":556,"width":118,"height":32},
  ],
  arrows: [
    {"id":"memory begins → memory.reading","d":"M355 22L355 44","labels":[]},
    {"id":"memory.reading → memory.writing","d":"M300 256L300 270L164 270L164 426L327 426L327 440","labels":[{"lines":["read done [changed]"],"x":12,"y":331,"width":148,"height":18}]},
    {"id":"memory.reading → memory.keeping","d":"M355 256L355 324","labels":[{"lines":["read done"],"x":277,"y":284,"width":74,"height":18}]},
    {"id":"memory.reading → memory.unavailable","d":"M411 256L411 270L498 270L498 556","labels":[{"lines":["read failed","◷ reading (20 s)"],"x":368,"y":378,"width":126,"height":34}]},
    {"id":"memory.writing → memory.keeping","d":"M355 440L355 356","labels":[{"lines":["write done [otherwise]","write done"],"x":181,"y":378,"width":170,"height":34}]},
    {"id":"memory.writing → memory.unavailable","d":"M341 472L341 542L458 542L458 556","labels":[{"lines":["write failed","◷ writing (2 s)"],"x":219,"y":494,"width":118,"height":34}]},
  ],
}
