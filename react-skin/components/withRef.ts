import { forwardRef, type FunctionComponent, type ReactNode, type Ref } from 'react'

/** Creates a component that accepts a `ref` prop. Before version 19, React requires `forwardRef` for that. */
export function withRef<Props extends object>(
  name: string,
  render: (props: Props) => ReactNode,
): FunctionComponent<Props> {
  const Forwarding = forwardRef((props: object, ref: Ref<unknown>) =>
    render({ ...props, ...(ref && { ref }) } as Props),
  )
  Forwarding.displayName = name
  // The types of `forwardRef` separate the ref from the other props.
  return Forwarding as unknown as FunctionComponent<Props>
}
