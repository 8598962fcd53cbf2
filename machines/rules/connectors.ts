import type { Connector } from '../entities/connector.ts'

/**
 * The connectors with one more. One that is known by its id is replaced; a wallet that announces itself takes the
 * place of the nameless injected one, which is the same wallet's older face.
 */
export function withConnector(connectors: readonly Connector[], connector: Connector): readonly Connector[] {
  const announced = connectors.some(({ type, chain }) => type === 'ANNOUNCED' && chain === connector.chain)
  if (connector.type === 'INJECTED' && announced) return connectors
  const others = connectors.filter(
    ({ id, type, chain }) =>
      id !== connector.id && !(connector.type === 'ANNOUNCED' && type === 'INJECTED' && chain === connector.chain),
  )
  const index = connectors.findIndex(({ id }) => id === connector.id)
  return index < 0 ? [...others, connector] : connectors.map((known) => (known.id === connector.id ? connector : known))
}

export const withoutConnector = (connectors: readonly Connector[], connectorId: string): readonly Connector[] =>
  connectors.filter(({ id }) => id !== connectorId)
