/** A visual or filter that cannot be queried: its fields are not in the model, or it is not supported. */
export class QueryRefusal extends Error {
  readonly code: 'UnknownField' | 'BadFilterValue' | 'UnsupportedFilter' | 'UnrelatedFields' | 'TooManyFilters'
  constructor(code: QueryRefusal['code'], message: string) {
    super(message)
    this.name = 'QueryRefusal'
    this.code = code
  }
}
