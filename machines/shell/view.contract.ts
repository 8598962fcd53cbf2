import type { Standing } from '../entities/account.ts'
import type { Routes, ViewName } from '../entities/view.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'
import type { Homes, Stack } from '../rules/views.ts'

export interface ViewContract {
  context: {
    /** Every view that the site offers, as its feature declares it. */
    routes: Routes
    /** Where everything starts, by who looks. */
    homes: Homes
    /** The views that were passed, the shown one last; never empty. */
    stack: Stack
    direction: 'forward' | 'back'
    /** Whether an account is active, as was heard last. */
    standing: Standing
  }
  event:
    /** Shows a view from which one comes back to this one. */
    | { type: 'view.push'; view: ViewName }
    /**
     * Shows what is under way, whoever looks. The shown view stays where it stands for this one, but not for what was chosen in it
     * (`directed`).
     */
    | { type: 'view.showAttempt'; view: ViewName; directed: boolean }
    /** Shows a view in the place of this one; `only` where this one is shown. */
    | { type: 'view.replace'; view: ViewName; only?: ViewName }
    /** Leads back; from the first view it closes the modal. */
    | { type: 'view.back' }
    /** Calls off what keeps the modal open, and leads back from it. */
    | { type: 'view.callOff' }
    /** Leads to where the modal begins. */
    | { type: 'view.home' }
    /**
     * Leaves these views, and whatever came after the first of them. Where none is left, the other one is shown, or where everything
     * starts. `closes`: the modal was open for them.
     */
    | { type: 'view.leave'; views: readonly ViewName[]; otherwise?: ViewName; closes?: true }
    /** Shows a view, and no other, and opens the modal for it. */
    | { type: 'view.impose'; view: ViewName }
    /** Everything starts here for who has no wallet connected. */
    | { type: 'view.setHome'; view: ViewName }
    /** What is shown came into sight. */
    | { type: 'view.show' }
    | FactOf<'modal.opened'>
    | FactOf<'modal.closed'>
    | FactOf<'scope.changed'>
    | FactOf<'network.changed'>
  state: 'free' | 'locked'
  tag: 'locked' | 'returnable'
  input: Pick<ViewContract['context'], 'routes' | 'homes' | 'standing'>
}

export const view = address<ViewContract>()('view')
