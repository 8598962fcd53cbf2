/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 297,
  height: 580,
  boxes: [
    {"id":"view begins","kind":"dot","title":"","reactions":[],"x":140,"y":12,"width":10,"height":10},
    {"id":"view.free","kind":"state","title":"free","reactions":["view.push [isOffered]","view.showAttempt [isStoodFor]","view.showAttempt","view.replace [canBeReplaced]","view.back [hasLeftEvent]","view.back [hasPrevious]","view.back","view.home [isAwayFromHome]","view.leave [isClosing]","view.leave","modal.opened","modal.closed"],"x":26,"y":44,"width":237,"height":228},
    {"id":"view.locked","kind":"state","title":"locked","reactions":["view.back [isCancellable]","view.back [canBeLeft]","view.cancel [isCancellable]","view.replace [isReplacingShown]","view.replace [isOnlyShown]","view.leave [isClosingShown]","view.leave [isLeft]","view.leave","modal.closed [isCancellable]","modal.closed [canBeLeft]","activeAccount.changed [isWaiting]","network.changed [canBeLeft]"],"x":16,"y":340,"width":266,"height":228},
  ],
  arrows: [
    {"id":"view begins → view.free","d":"M145 22L145 44","labels":[]},
    {"id":"view.free → view.locked","d":"M105 272L105 340","labels":[{"lines":["[isLocking]"],"x":12,"y":294,"width":89,"height":18}]},
    {"id":"view.locked → view.free","d":"M193 340L193 326L184 326L184 272","labels":[{"lines":["[isUnlocked]"],"x":189,"y":294,"width":96,"height":18}]},
  ],
}
