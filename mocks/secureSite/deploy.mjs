/** The command `npm run deploy-factory`. */
import { deployFactory, readDeployment } from './deploy.ts'

try {
  const { chainId, factory, alreadyDeployed } = await deployFactory(
    await readDeployment(process.argv.slice(2), process.env),
  )
  console.log(`The factory is at ${factory} on chain ${chainId}${alreadyDeployed ? ', and was there already' : ''}`)
} catch (error) {
  console.error(`The factory could not be deployed: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
