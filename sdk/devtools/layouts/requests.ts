/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 290,
  height: 332,
  boxes: [
    {"id":"requests begins","kind":"dot","title":"","reactions":[],"x":140,"y":12,"width":10,"height":10},
    {"id":"requests.waiting","kind":"state","title":"waiting","reactions":["account.disconnected","requests.submit [isUnknownMethod]","requests.submit [hasTooManyOpen]","requests.submit [isReviewed]","requests.submit","requests.show","requests.approve","view.shown","requests.cancel","requests.cancelAll","requests.cancelShown","requests.viewLeft","requests.release","any actor done","any actor failed"],"x":12,"y":44,"width":266,"height":276},
  ],
  arrows: [
    {"id":"requests begins → requests.waiting","d":"M145 22L145 44","labels":[]},
  ],
}
