# SPDX-License-Identifier: Apache-2.0
# cmake -DWEB=DIR -DTARGET=NAME -DOUT=FILE -P sources.cmake: the page's sources as they are now, as a dependency file: one more
# or one less builds the page anew, and nothing has to be looked up when nothing changed.
file(GLOB_RECURSE sources ${WEB}/src/* ${WEB}/public/*)
file(GLOB roots ${WEB}/*.html ${WEB}/*.ts ${WEB}/*.json)
list(JOIN sources " " sources)
list(JOIN roots " " roots)
file(WRITE ${OUT} "${TARGET}: ${sources} ${roots}\n")
