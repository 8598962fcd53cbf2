import { useId, type ComponentProps, type ReactNode } from 'react'
import { swappable } from '../swap.tsx'

export type FieldProps = ComponentProps<'input'> & {
  label: string
  fault?: string | undefined
  /** The fault only counts down what was read out already. */
  said?: boolean
  /** Stands beside what is typed. */
  after?: ReactNode
  /** Stands beneath it. */
  foot?: ReactNode
}

/** A labelled text field; what is wrong with it stands beneath, and belongs to it. */
export const Field = /* @__PURE__ */ swappable('Field', DefaultField)

function DefaultField({ label, fault, said = false, after, foot, ...props }: FieldProps) {
  const id = useId()
  return (
    <div data-part="field" data-invalid={fault !== undefined || undefined}>
      <label data-part="label" htmlFor={id}>
        {label}
      </label>
      <div data-part="field-line">
        <input
          id={id}
          data-part="input"
          type="text"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-fault`}
          {...props}
        />
        {after}
      </div>
      {foot}
      <p data-part="fault" id={`${id}-fault`} aria-live={said ? 'off' : 'polite'}>
        {fault}
      </p>
    </div>
  )
}
