// SPDX-License-Identifier: Apache-2.0
#include "cli/hdf5_module.hpp"

#include <hdf5.h>

#include <new>
#include <utility>
#include <vector>

namespace oopss {
namespace {

/// An object of HDF5, closed on every way out.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }  // as HDF5 itself passes them
  bool good() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// Stops at the first step that fails.
struct Failed {
  const char* words;
};
void need(bool good, const char* words) {
  if (!good) throw Failed{words};
}

/// Runs a piece of work whose failure is a text; no exception passes the border.
template <class Work>
const char* guarded(Work work) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // HDF5 prints nothing by itself
  try {
    work();
    return nullptr;
  } catch (const Failed& failed) {
    return failed.words;
  } catch (const std::bad_alloc&) {
    return "out of memory";
  }
}

constexpr auto no_memory = "HDF5 could not make the file in memory";

/// A text of any length.
hid_t text_type() {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

/// In memory only, in blocks of a megabyte, in the oldest format that will do: the head of newer ones
/// has a checksum, which H5Fget_file_image breaks when it takes back the mark of a file open for writing.
hid_t memory_access() {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(access, 1 << 20, false);
  H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18);
  return access;
}

void write_columns(hid_t file, const Hdf5Module::Column* columns, int count, hsize_t rows) {
  const Handle space(H5Screate_simple(1, &rows, nullptr), H5Sclose);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  need(space.good() && H5Pset_obj_track_times(creation, false) >= 0, no_memory);
  for (int i = 0; i < count; ++i) {
    const Handle set(H5Dcreate2(file, columns[i].name, H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT),
                     H5Dclose);
    need(set.good() && H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, columns[i].values) >= 0,
         no_memory);
  }
}

void write_notes(hid_t file, const Hdf5Module::Note* notes, int count) {
  const Handle type(text_type(), H5Tclose), scalar(H5Screate(H5S_SCALAR), H5Sclose);
  for (int i = 0; i < count; ++i) {
    const Handle attribute(H5Acreate2(file, notes[i].name, type, scalar, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    need(attribute.good() && H5Awrite(attribute, type, &notes[i].text) >= 0, no_memory);
  }
}

/// No times are kept, so that the same columns give the same bytes; links are kept in the order of the columns.
const char* write(const Hdf5Module::Column* columns, int column_count, std::size_t rows, const Hdf5Module::Note* notes,
                  int note_count, Hdf5Module::TakeBytes take, void* user) {
  return guarded([&] {
    const Handle access(memory_access(), H5Pclose), creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
    need(H5Pset_obj_track_times(creation, false) >= 0 &&
             H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) >= 0,
         no_memory);
    const Handle file(H5Fcreate("memory", H5F_ACC_TRUNC, creation, access), H5Fclose);
    need(file.good(), no_memory);
    write_columns(file, columns, column_count, rows);
    write_notes(file, notes, note_count);
    need(H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0, no_memory);
    const ssize_t size = H5Fget_file_image(file, nullptr, 0);
    need(size > 0, no_memory);
    std::vector<char> image(static_cast<std::size_t>(size));
    need(H5Fget_file_image(file, image.data(), image.size()) == size, no_memory);
    need(take(user, image.data(), image.size()), "out of memory");
  });
}

struct Reader {
  Hdf5Module::TakeColumn column;
  Hdf5Module::TakeNote note;
  void* user;
  const char* problem = nullptr;
};

herr_t read_column(hid_t group, const char* name, const H5L_info_t*, void* data) {
  auto& reader = *static_cast<Reader*>(data);
  reader.problem = guarded([&] {
    constexpr hssize_t most = hssize_t(1) << 28;
    const Handle set(H5Dopen2(group, name, H5P_DEFAULT), H5Dclose);
    need(set.good(), "it holds something that is not a column");
    const Handle space(H5Dget_space(set), H5Sclose), type(H5Dget_type(set), H5Tclose);
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    need(H5Sget_simple_extent_ndims(space) == 1 && H5Tget_class(type) == H5T_FLOAT && count >= 0,
         "it holds something that is not a column of numbers");
    need(count <= most, "a column has more rows than can be read");
    std::vector<double> values(static_cast<std::size_t>(count));
    need(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0, "a column cannot be read");
    need(reader.column(reader.user, name, values.data(), values.size()), "out of memory");
  });
  return reader.problem ? -1 : 0;
}

herr_t read_note(hid_t group, const char* name, const H5A_info_t*, void* data) {
  auto& reader = *static_cast<Reader*>(data);
  reader.problem = guarded([&] {
    const Handle attribute(H5Aopen(group, name, H5P_DEFAULT), H5Aclose), type(H5Aget_type(attribute), H5Tclose);
    const Handle space(H5Aget_space(attribute), H5Sclose);
    if (H5Tis_variable_str(type) <= 0 || H5Sget_simple_extent_npoints(space) != 1) return;  // not one of ours
    const Handle ours(text_type(), H5Tclose);
    char* text = nullptr;
    need(H5Aread(attribute, ours, &text) >= 0 && text, "an attribute cannot be read");
    const bool taken = reader.note(reader.user, name, text);
    H5free_memory(text);
    need(taken, "out of memory");
  });
  return reader.problem ? -1 : 0;
}

const char* read(const void* bytes, std::size_t size, Hdf5Module::TakeColumn column, Hdf5Module::TakeNote note,
                 void* user) {
  return guarded([&] {
    const Handle access(memory_access(), H5Pclose);
    need(H5Pset_file_image(access, const_cast<void*>(bytes), size) >= 0, "out of memory");  // HDF5 copies the bytes
    const Handle file(H5Fopen("memory", H5F_ACC_RDONLY, access), H5Fclose);
    need(file.good(), "it is damaged, or not an HDF5 file");
    Reader reader{column, note, user};
    hsize_t at = 0;
    herr_t status = H5Literate(file, H5_INDEX_CRT_ORDER, H5_ITER_INC, &at, read_column, &reader);
    if (status < 0 && !reader.problem)  // made by another program, without an order
      status = H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, &(at = 0), read_column, &reader);
    need(status >= 0, reader.problem ? reader.problem : "its columns cannot be listed");
    hsize_t from = 0;
    status = H5Aiterate2(file, H5_INDEX_NAME, H5_ITER_INC, &from, read_note, &reader);
    need(status >= 0, reader.problem ? reader.problem : "its attributes cannot be listed");
  });
}

}  // namespace
}  // namespace oopss

extern "C" [[gnu::visibility("default")]] const oopss::Hdf5Module* oopss_hdf5_module() {
  static constexpr oopss::Hdf5Module module{oopss::Hdf5Module::current, oopss::write, oopss::read};
  return &module;
}
