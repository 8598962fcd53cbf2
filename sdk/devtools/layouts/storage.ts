/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 585,
  height: 664,
  boxes: [
    {"id":"storage begins","kind":"dot","title":"","reactions":[],"x":386,"y":12,"width":10,"height":10},
    {"id":"storage.reading","kind":"state","title":"reading","reactions":["storage.changed","account.connected","account.changed","storage.setAccount","storage.dropConnection","account.networkChanged","account.disconnected [isDisconnected]","network.changed","storage.setTheme","storage.setWallets","storage.setEmbedded","balance.loaded","transaction.sent","transaction.positionRead","transaction.settled"],"x":243,"y":44,"width":295,"height":276},
    {"id":"storage.ready","kind":"state","title":"ready","reactions":[],"x":355,"y":388,"width":72,"height":32},
    {"id":"storage.writing","kind":"state","title":"writing","reactions":[],"x":335,"y":504,"width":84,"height":32},
    {"id":"storage.unavailable","kind":"state","title":"unavailable","reactions":[],"x":455,"y":620,"width":118,"height":32},
  ],
  arrows: [
    {"id":"storage begins → storage.reading","d":"M391 22L391 44","labels":[]},
    {"id":"storage.reading → storage.writing","d":"M317 320L317 334L186 334L186 490L363 490L363 504","labels":[{"lines":["read done [hasChanges]"],"x":12,"y":395,"width":170,"height":18}]},
    {"id":"storage.reading → storage.ready","d":"M391 320L391 388","labels":[{"lines":["read done"],"x":313,"y":348,"width":74,"height":18}]},
    {"id":"storage.reading → storage.unavailable","d":"M464 320L464 334L534 334L534 620","labels":[{"lines":["read failed","◷ reading (20 s)"],"x":404,"y":442,"width":126,"height":34}]},
    {"id":"storage.writing → storage.ready","d":"M391 504L391 420","labels":[{"lines":["write done [isDifferent]","write done"],"x":203,"y":442,"width":184,"height":34}]},
    {"id":"storage.writing → storage.unavailable","d":"M377 536L377 606L494 606L494 620","labels":[{"lines":["write failed","◷ writing (2 s)"],"x":255,"y":558,"width":118,"height":34}]},
  ],
}
