type MemoryBucket = R2Bucket & { names: () => string[]; objects: Map<string, Uint8Array<ArrayBuffer>> }

/** The methods of the files' bucket that the product uses, in memory. */
export function memoryBucket(): MemoryBucket {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>()
  const bucket = {
    put: async (name: string, value: ArrayBuffer | Uint8Array<ArrayBuffer> | Blob) => {
      objects.set(name, new Uint8Array(await new Response(value).arrayBuffer()))
    },
    get: async (name: string) => {
      const bytes = objects.get(name)
      return bytes ? { body: new Blob([bytes]).stream(), size: bytes.byteLength } : null
    },
    delete: async (names: string | string[]) => {
      for (const name of [names].flat()) objects.delete(name)
    },
    createMultipartUpload: async (name: string) => {
      const parts = new Map<string, Uint8Array>()
      return {
        uploadPart: async (partNumber: number, value: Uint8Array) => {
          const etag = `${name} ${partNumber}`
          parts.set(etag, value.slice())
          return { partNumber, etag }
        },
        complete: async (uploaded: { partNumber: number; etag: string }[]) => {
          const pieces = uploaded.map(({ etag }) => parts.get(etag) ?? new Uint8Array())
          // The bucket's own rule: all parts but the last have one size, of at least 5 MiB.
          const [first, ...others] = pieces
          const isEven = others.slice(0, -1).every((piece) => piece.length === first?.length)
          if (others.length > 0 && (!isEven || (first?.length ?? 0) < 5 * 1024 * 1024))
            throw new Error('complete: parts of different sizes')
          objects.set(name, new Uint8Array(Buffer.concat(pieces)))
        },
        abort: async () => parts.clear(),
      }
    },
    objects,
    names: () => [...objects.keys()].sort(),
  }
  return bucket as unknown as MemoryBucket
}
