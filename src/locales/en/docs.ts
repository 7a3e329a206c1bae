/** The texts of the page with the API's description. */
export const docs = {
  title: 'API of Muster',
  lead: 'Every call this site answers, made from the same rules that check the requests.',
  asDocument: 'The same as an OpenAPI document',
  groups: 'Groups of calls',
  shapes: 'Shapes',
  auth: {
    nobody: 'No sign-in needed',
    bearer: 'Signed-in customer: bearer token',
    basic: 'Client of an organisation: Basic',
  },
  parameters: 'Parameters',
  body: 'Body',
  answers: 'Answers',
  example: 'Example',
  required: 'required',
}
