/** Options of the search index, for building and for searching. */
export const searchOptions = {
  fields: ['title', 'text'],
  storeFields: ['title', 'page'],
  searchOptions: { boost: { title: 3 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' as const },
}
