import { useId, type ComponentProps, type ReactNode } from 'react'
import { replaceable } from './replaceable.tsx'

/** The props of a `Field`, in addition to those of an `<input>`. */
export type FieldProps = ComponentProps<'input'> & {
  label: string
  /** The error message below the input. */
  error?: string | undefined
  /** The fault only counts down seconds, so it is not announced again. */
  isSilent?: boolean
  /** Content next to the input. */
  after?: ReactNode
  /** Content below the input. */
  foot?: ReactNode
}

/** A labeled text field with its error message below. */
export const Field = /* @__PURE__ */ replaceable('Field', DefaultField)

function DefaultField({ label, error, isSilent = false, after, foot, ...props }: FieldProps) {
  const id = useId()
  return (
    <div data-part="field" data-invalid={error !== undefined || undefined}>
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
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-fault`}
          {...props}
        />
        {after}
      </div>
      {foot}
      <p data-part="fault" id={`${id}-fault`} aria-live={isSilent ? 'off' : 'polite'}>
        {error}
      </p>
    </div>
  )
}
