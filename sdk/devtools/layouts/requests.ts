/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 239,
  height: 332,
  boxes: [
    {"id":"requests begins","kind":"dot","title":"","reactions":[],"x":115,"y":12,"width":10,"height":10},
    {"id":"requests.waiting","kind":"state","title":"waiting","reactions":["account.disconnected","requests.submit [unknown]","requests.submit [tooMany]","requests.submit [reviewed]","requests.submit","requests.show","requests.approve","view.shown","requests.cancel","requests.cancelAll","requests.cancelShown","requests.viewLeft","requests.release","any actor done","any actor failed"],"x":12,"y":44,"width":215,"height":276},
  ],
  arrows: [
    {"id":"requests begins → requests.waiting","d":"M120 22L120 44","labels":[]},
  ],
}
