/** Where the JSON Schema of program files stands on every site. */
export const fileSchemaPath = '/program-file.schema.json'
