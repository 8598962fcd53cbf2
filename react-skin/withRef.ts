import { forwardRef, type ComponentType, type ReactNode, type Ref } from 'react'

/** A component with a `ref` among its props. React hands it on as one only from version 19 on; before, it has to be forwarded. */
export function withRef<Props extends object>(name: string, render: (props: Props) => ReactNode): ComponentType<Props> {
  const Forwarding = forwardRef((props: object, ref: Ref<unknown>) =>
    render({ ...props, ...(ref && { ref }) } as Props),
  )
  Forwarding.displayName = name
  // The types of `forwardRef` part the ref from the other props; those of a component have it among them.
  return Forwarding as unknown as ComponentType<Props>
}
