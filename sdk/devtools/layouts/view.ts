/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 253,
  height: 580,
  boxes: [
    {"id":"view begins","kind":"dot","title":"","reactions":[],"x":120,"y":12,"width":10,"height":10},
    {"id":"view.free","kind":"state","title":"free","reactions":["view.push [offered]","view.showAttempt [stoodFor]","view.showAttempt","view.replace [replaceable]","view.back [left]","view.back [deep]","view.back","view.home [away]","view.leave [closes]","view.leave","modal.opened","modal.closed"],"x":14,"y":44,"width":222,"height":228},
    {"id":"view.locked","kind":"state","title":"locked","reactions":["view.back [callsOff]","view.back [leavable]","view.callOff [callsOff]","view.replace [replacesShown]","view.replace [onlyShown]","view.leave [closesShown]","view.leave [leftFor]","view.leave","modal.closed [callsOff]","modal.closed [leavable]","scope.changed [waits]","network.changed [leavable]"],"x":12,"y":340,"width":229,"height":228},
  ],
  arrows: [
    {"id":"view begins → view.free","d":"M125 22L125 44","labels":[]},
    {"id":"view.free → view.locked","d":"M88 272L88 340","labels":[{"lines":["[locks]"],"x":24,"y":294,"width":60,"height":18}]},
    {"id":"view.locked → view.free","d":"M165 340L165 326L162 326L162 272","labels":[{"lines":["[free]"],"x":167,"y":294,"width":52,"height":18}]},
  ],
}
