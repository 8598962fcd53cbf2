/** `npm create latchkey`, packed and installed as users install it. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { full } from '../support/full.ts'
import { installCreate } from './site.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const names = ['vite', 'next', 'react-router', 'svelte', 'vue', 'plain', 'server']

describe.runIf(full)('npm create latchkey', () => {
  let folder = ''
  let create = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-create-'))
    create = await installCreate(join(folder, 'create'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Runs it without an interactive terminal. */
  const says = async (...given: string[]) => {
    const ended = run(create, given, { cwd: folder })
    ended.child.stdin?.end()
    return ended.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
    )
  }
  /** The files of a folder by path, without the files that trying an example generates. */
  const filesOf = async (home: string) => {
    const entries = await readdir(home, { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(home, join(entry.parentPath, entry.name)))
      .filter(
        (path) =>
          !/^(node_modules|dist|build|\.next|\.react-router)\/|^(package-lock\.json|next-env\.d\.ts)$/.test(path),
      )
    const texts = await Promise.all(paths.map((path) => readFile(join(home, path), 'utf8')))
    return Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? '']))
  }

  test.each(names)('creates the example %s, named after its folder', async (name) => {
    const { stdout } = await says(`my ${name}`, '--template', name)
    expect(stdout).toContain(`cd "my ${name}"\n  npm install\n  npm run dev`)
    const { 'package.json': madeManifest = '', ...made } = await filesOf(join(folder, `my ${name}`))
    const { 'package.json': manifest = '', ...example } = await filesOf(join(root, 'docs/examples', name))
    expect(made).toEqual(example)
    expect(Object.keys(made)).toContain('.gitignore')
    expect(JSON.parse(madeManifest)).toEqual({ ...JSON.parse(manifest), name: `my-${name}` })
  })

  test.each([
    { template: 'vite', names: ['latchkey'] },
    { template: 'vue', names: ['latchkey', 'latchkey-elements'] },
  ])('creates $template from packed files, given by path or by folder', async ({ template, names: packed }) => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    const fileOf = (name: string) => `${name}-${version}.tgz`
    const place = join(folder, `packed ${template}`)
    await mkdir(place)
    for (const name of packed) {
      const missing = await says('deep/er', '-t', template, '--package', place)
      expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining(join(place, fileOf(name)))])
      await writeFile(join(place, fileOf(name)), '')
    }
    for (const [index, given] of [place, join(place, fileOf('latchkey')), `packed ${template}`].entries()) {
      const { stdout } = await says(`${template}/of ${index}`, '-t', template, '--package', given)
      expect(stdout).toContain('npm install')
      const made = await readFile(join(folder, template, `of ${index}`, 'package.json'), 'utf8')
      const { dependencies } = JSON.parse(made) as { dependencies: Record<string, string> }
      const own = Object.entries(dependencies).filter(([name]) => name.startsWith('latchkey'))
      expect(own).toEqual(packed.map((name) => [name, `file:../../packed ${template}/${fileOf(name)}`]))
    }
  })

  test('leaves no copy of the examples in the repository after packing', async () => {
    const left = await readdir(join(root, 'docs/create-latchkey'))
    expect(left.filter((name) => ['templates', 'LICENSE'].includes(name))).toEqual([])
    const installed = await readdir(join(folder, 'create/node_modules/create-latchkey'))
    expect(installed.toSorted()).toEqual(['LICENSE', 'README.md', 'create.mjs', 'package.json', 'templates'])
  })

  test('does not change a folder that is not empty', async () => {
    await mkdir(join(folder, 'mine'))
    await writeFile(join(folder, 'mine/notes.txt'), 'mine')
    for (const taken of ['mine', 'mine/notes.txt']) {
      const { code, stderr } = await says(taken, '-t', 'vite')
      expect([code, stderr]).toEqual([1, `${taken} is not an empty folder.\n`])
    }
    expect(await filesOf(join(folder, 'mine'))).toEqual({ 'notes.txt': 'mine' })
    await mkdir(join(folder, 'new/.git'), { recursive: true })
    expect((await says('new', '-t', 'plain')).code).toBe(0)
  })

  test('reports unknown arguments, and missing ones without a terminal', async () => {
    const unknown = await says('app', '--template', 'angular')
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      `There is no template angular. There are: ${names.join(', ')}.\n`,
    ])
    expect(await says('app', '--colour')).toMatchObject({ code: 1, stderr: expect.stringContaining("'--colour'") })
    expect(await says('app', 'other')).toMatchObject({ code: 1, stderr: expect.stringContaining('app and other') })
    const missing = await says('app')
    expect(missing.code).toBe(1)
    for (const name of names) expect(missing.stderr).toContain(`  ${name} `)
    expect(await says('--help')).toMatchObject({ code: 0, stdout: missing.stderr.trimEnd() + '\n' })
    expect(await readdir(folder)).not.toContain('app')
  })

  test.runIf(process.platform === 'linux')('creates nothing if the user aborts instead of answering', async () => {
    for (const key of ['\u0003', '\u0004']) {
      const terminal = spawn('script', ['-qec', `${create} left`, '/dev/null'], { cwd: folder })
      let said = ''
      let isAsked = false
      terminal.stdout.on('data', (data: Buffer) => {
        said += data.toString()
        if (isAsked || !said.includes('Template (1): ')) return
        isAsked = true
        terminal.stdin.write(key)
      })
      expect(await once(terminal, 'exit')).toEqual([130, null])
    }
    expect(await readdir(folder)).not.toContain('left')
  })

  // Linux's `script` provides a separate terminal.
  test.runIf(process.platform === 'linux')('asks for missing arguments in a terminal', async () => {
    const terminal = spawn('script', ['-qec', create, '/dev/null'], { cwd: folder })
    let said = ''
    const answers = [
      { question: 'Folder (my-app): ', answer: 'asked' },
      { question: 'Template (1): ', answer: '5' },
    ]
    terminal.stdout.on('data', (data: Buffer) => {
      said += data.toString()
      const [next] = answers
      if (next && said.includes(next.question)) terminal.stdin.write(`${answers.shift()?.answer}\n`)
    })
    const [code] = (await once(terminal, 'exit')) as [number]
    expect([code, answers]).toEqual([0, []])
    expect(said).toContain('asked is there: Vue.')
    expect(Object.keys(await filesOf(join(folder, 'asked')))).toContain('src/App.vue')
  })
})
