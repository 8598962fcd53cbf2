import { addressWith } from './address.ts'
import { scenarioOf, scenarios } from './scenarios.ts'

/** Makes the API slow, unavailable or faulty for this page. Reloads the page with the query parameter `provider`. */
export const ScenarioPicker = () => (
  <select
    className="picker"
    aria-label="API behavior"
    value={scenarioOf(new URLSearchParams(location.search)) ?? ''}
    onChange={({ target: { value } }) => location.assign(addressWith('provider', value || undefined))}
  >
    <option value="">API works</option>
    {Object.entries(scenarios).map(([name, words]) => (
      <option key={name} value={name}>
        {words}
      </option>
    ))}
  </select>
)
