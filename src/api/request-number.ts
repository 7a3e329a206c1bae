export { notePageFailure, requestNumber } from '../../functions/in-process.ts'
