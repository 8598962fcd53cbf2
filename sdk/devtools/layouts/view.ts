/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 295,
  height: 580,
  boxes: [
    {"id":"view begins","kind":"dot","title":"","reactions":[],"x":139,"y":12,"width":10,"height":10},
    {"id":"view.unlocked","kind":"state","title":"unlocked","reactions":["view.push [isOffered]","view.showAttempt [isCovered]","view.showAttempt","view.replace [canBeReplaced]","view.back [hasLeftEvent]","view.back [hasPrevious]","view.back","view.home [isAwayFromHome]","view.leave [isClosing]","view.leave","modal.opened","modal.closed"],"x":29,"y":44,"width":229,"height":228},
    {"id":"view.locked","kind":"state","title":"locked","reactions":["view.back [isCancellable]","view.back [canBeLeft]","view.cancel [isCancellable]","view.replace [isReplacingShown]","view.replace [isOnlyShown]","view.leave [isClosingShown]","view.leave [isLeft]","view.leave","modal.closed [isCancellable]","modal.closed [canBeLeft]","activeAccount.changed [isWaiting]","network.changed [canBeLeft]"],"x":16,"y":340,"width":266,"height":228},
  ],
  arrows: [
    {"id":"view begins → view.unlocked","d":"M144 22L144 44","labels":[]},
    {"id":"view.unlocked → view.locked","d":"M105 272L105 340","labels":[{"lines":["[isLocking]"],"x":12,"y":294,"width":89,"height":18}]},
    {"id":"view.locked → view.unlocked","d":"M193 340L193 326L182 326L182 272","labels":[{"lines":["[isUnlocked]"],"x":187,"y":294,"width":96,"height":18}]},
  ],
}
