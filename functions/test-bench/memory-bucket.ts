/** What the files' bucket does for us, without a bucket: its objects are gone with the process. */
export function memoryBucket(): R2Bucket & { names: () => string[] } {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>()
  const bucket = {
    put: async (name: string, value: ArrayBuffer | Uint8Array<ArrayBuffer>) => {
      objects.set(name, new Uint8Array(value).slice())
    },
    get: async (name: string) => {
      const bytes = objects.get(name)
      return bytes ? { body: new Blob([bytes]).stream(), size: bytes.byteLength } : null
    },
    delete: async (names: string | string[]) => {
      for (const name of [names].flat()) objects.delete(name)
    },
    names: () => [...objects.keys()].sort(),
  }
  return bucket as unknown as R2Bucket & { names: () => string[] }
}
